import { execFileSync } from 'node:child_process'
import { arch, cpus, platform, totalmem } from 'node:os'
import type { Workspace } from './workspace.ts'
import type { Options, Result, Benchmark, Values } from './benchmark.ts'

/**
 * Runs the sides of a benchmark in turn, so that other load on the machine affects all equally: the last side first, the
 * subject last. The first run of each warms the disk cache and is not counted, unless the benchmark warms up itself.
 */
export async function measure(benchmark: Benchmark, space: Workspace, options: Options): Promise<Result> {
  const { name, figures, what, comparedWith, prepare, isWarm = false, sizeOf, describe } = benchmark
  const sides = await prepare(space, options)
  const ids = Object.keys(sides)
  const runs: Record<string, Values>[] = []
  for (let run = isWarm ? 1 : 0; run <= options.runs; run += 1) {
    const values: Record<string, Values> = {}
    for (const [id, side] of Object.entries(sides).toReversed()) values[id] = await side()
    if (run > 0) runs.push(values)
  }
  return {
    benchmark: name,
    size: sizeOf?.(space) ?? `${amount(space.files)} notes`,
    what,
    comparedWith,
    sides: Object.fromEntries(ids.map((id) => [id, describe?.(id, options) ?? ''])),
    figures: figures.map((figure) => ({ ...figure, rows: rowsOf(figure.name, runs) })),
    ...describeMachine(),
  }
}

function rowsOf(figure: string, runs: readonly Record<string, Values>[]) {
  return runs.map((values) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([id, of]) => {
        const value = typeof of === 'number' ? of : of[figure]
        return value === undefined ? [] : [[id, value]]
      }),
    ),
  )
}

export const amount = (count: number) => count.toLocaleString('en-US')

/** What a time depends on, and when it was measured. */
function describeMachine() {
  const cores = cpus()
  const memory = (totalmem() / 2 ** 30).toFixed(0)
  const machine = `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown processor'}, ${memory} GB, ${platform()} ${arch()}, Node ${process.version}`
  return { machine, date: new Date().toISOString().slice(0, 10) }
}

/** The measured version: the commit of the checkout, if git has one. */
export function ourVersion() {
  try {
    const args = ['rev-parse', '--short=8', 'HEAD']
    return `commit ${execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()}`
  } catch {
    return 'this checkout'
  }
}
