/** Public API: the export of another tool beside the own figures, and why they differ. Nothing is stored. */
export { toolComparison, type DifferentRow, type ToolComparison, type ToolYear } from './compare';
export { REASONS, type Part, type Reason } from './explain';
export { KNOWN_EXPORTS, toolLayoutOf, toolRow, TOOLS, type FoundLayout, type Tool } from './layouts';
export type { OwnRow } from './own-rows';
export { UNIT_DECIMALS, type Amounts, type ToolRow } from './tool-row';
