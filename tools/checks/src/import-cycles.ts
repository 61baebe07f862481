import { posix } from 'node:path'
import { importsOf } from './syntax.js'

/** The files that import themselves through others, by static, dynamic or type-only imports. */
export function filesInCycles(texts: ReadonlyMap<string, string>): string[] {
  const imported = new Map<string, readonly string[]>()
  for (const [path, text] of texts) {
    const paths = importsOf(text).map((name) => posix.join(posix.dirname(path), name))
    const candidates = paths.flatMap((each) => [
      each,
      each.replace(/\.js$/, '.ts'),
      each.replace(/\.js$/, '.tsx'),
    ])
    imported.set(
      path,
      candidates.filter((each) => texts.has(each)),
    )
  }
  return [...texts.keys()].filter((path) => {
    const reached = new Set(imported.get(path))
    for (const next of reached) for (const each of imported.get(next) ?? []) reached.add(each)
    return reached.has(path)
  })
}
