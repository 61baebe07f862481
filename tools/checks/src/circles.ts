import { posix } from 'node:path'
import { importsOf } from './syntax.js'

/**
 * Finds groups of files that import each other in a circle: statically, dynamically or for types alone.
 * @param texts the texts of TypeScript files by their paths; imports of other files are ignored
 * @returns each group once, its paths in order; a file that imports itself is a group of one
 */
export function circlesOf(texts: ReadonlyMap<string, string>): string[][] {
  const imported = new Map(Array.from(texts, ([path, text]) => [path, targetsOf(path, text, texts)]))
  const circles = [...texts.keys()].map((path) => {
    const reached = reachedFrom(path, imported)
    const circle = [...reached].filter((other) => other === path || reachedFrom(other, imported).has(path))
    return reached.has(path) ? circle.toSorted() : []
  })
  const distinct = new Map(circles.filter(({ length }) => length > 0).map((paths) => [paths.join(), paths]))
  return [...distinct.values()]
}

function targetsOf(path: string, text: string, texts: ReadonlyMap<string, string>): string[] {
  return importsOf(text)
    .filter((module) => module.startsWith('.'))
    .map((module) => posix.join(posix.dirname(path), module).replace(/\.js$/, '.ts'))
    .filter((target) => texts.has(target))
}

/** Every file that a file imports, directly or through others. */
function reachedFrom(path: string, imported: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>()
  const open = [...(imported.get(path) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    open.push(...(imported.get(next) ?? []))
  }
  return reached
}
