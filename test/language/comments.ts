import ts from 'typescript';

/** The text with everything but its comments replaced by spaces, so that lines still count. */
export function commentsOf(source: string, path = 'x.ts'): string {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const kept = new Map<number, number>();
  const keep = (ranges: readonly ts.CommentRange[] | undefined): void =>
    ranges?.forEach(({ pos, end }) => kept.set(pos, end));
  const visit = (node: ts.Node): void => {
    if (node.kind !== ts.SyntaxKind.JsxText) keep(ts.getLeadingCommentRanges(source, node.getFullStart()));
    keep(ts.getTrailingCommentRanges(source, node.getEnd()));
    node.getChildren(file).forEach(visit);
  };
  visit(file);
  return blankedOutside(source, kept);
}

function blankedOutside(source: string, kept: ReadonlyMap<number, number>): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  let result = '';
  let done = 0;
  for (const [start, end] of [...kept].sort(([a], [b]) => a - b)) {
    if (start < done) continue;
    result += blank(source.slice(done, start)) + source.slice(start, end);
    done = end;
  }
  return result + blank(source.slice(done));
}
