/** A part of a settings file with its line. */
export interface TreeNode {
  /** From 1; for a value of a mapping the line of its key. */
  readonly line: number
  readonly value: TreeValue
}

/** A scalar, a list, or a mapping; mappings are Maps, so that no key can reach a prototype. */
export type TreeValue = string | number | boolean | null | readonly TreeNode[] | ReadonlyMap<string, TreeNode>

/** A value as JSON has it. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain }

/** Whether a plain value is a list. */
export function isPlainList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value)
}

/** Whether a plain value is a mapping. */
export function isPlainMapping(value: Plain): value is { readonly [name: string]: Plain } {
  return typeof value === 'object' && value !== null && !isPlainList(value)
}

/** A value that comes from no file, as a tree. */
export function treeOf(value: Plain, line = 1): TreeNode {
  if (value === null || typeof value !== 'object') return { line, value }
  if (isPlainList(value)) return { line, value: value.map((item) => treeOf(item, line)) }
  return { line, value: new Map(Object.entries(value).map(([name, part]) => [name, treeOf(part, line)])) }
}

/** Whether a value of a tree is a mapping. */
export function isMapping(value: TreeValue): value is ReadonlyMap<string, TreeNode> {
  return value instanceof Map
}

/** Whether a value of a tree is a list. */
export function isList(value: TreeValue): value is readonly TreeNode[] {
  return Array.isArray(value)
}
