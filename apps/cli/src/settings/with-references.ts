import { hasReference } from './expand.js'
import { isList, isMapping, isPlainList, isPlainMapping, type Plain, type TreeNode } from './tree.js'

/**
 * A value as it is shown, but with the texts that name variables as the file has them: what a variable holds may be a
 * key, whatever it was meant for.
 * @param written what the file says; what it does not say stays as it is
 */
export function withReferences(shown: Plain, written: TreeNode | undefined): Plain {
  if (written === undefined) return shown
  const { value } = written
  if (typeof value === 'string') return hasReference(value) ? value : shown
  if (isList(value) && isPlainList(shown)) {
    return shown.map((item, index) => withReferences(item, value[index]))
  }
  if (!isMapping(value) || !isPlainMapping(shown)) return shown
  const parts = Object.entries(shown).map(([name, part]) => [name, withReferences(part, value.get(name))])
  return Object.fromEntries(parts) as Plain
}
