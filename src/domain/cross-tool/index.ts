/** Public API: the export of another tool beside the own figures, and why they differ. Nothing is stored. */
export { toolComparison } from './compare';
export { REASONS, type Part, type Reason } from './explain';
export { KNOWN_EXPORTS, toolLayoutOf, toolRow, TOOLS, type FoundLayout, type Tool } from './layouts';
export { listedComparison, type ListedDifference, type ListedToolComparison } from './listed';
export type { OwnRow } from './own-rows';
export { UNIT_DECIMALS, type Amounts, type ToolRow } from './tool-row';
