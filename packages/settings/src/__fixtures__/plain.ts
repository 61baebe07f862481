import { isList, isMapping, type Plain, type TreeNode } from '../tree.js'

/** A tree without its lines. */
export function plainOf({ value }: TreeNode): Plain {
  if (isMapping(value)) return Object.fromEntries([...value].map(([name, node]) => [name, plainOf(node)]))
  return isList(value) ? value.map(plainOf) : value
}
