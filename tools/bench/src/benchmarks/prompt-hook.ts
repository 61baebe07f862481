import { assertResult } from '../benchmark-error.ts'
import type { Benchmark } from '../benchmark.ts'
import { program, run } from '../run.ts'
import { percentile } from '../statistics.ts'
import type { Workspace } from '../workspace.ts'
import { residentMemory } from './cold-search.ts'
import { indexFresh } from './indexing.ts'

/** The number of consecutive hooks per run. */
const count = 20

/** The hook that a host runs before each prompt, with a resident program. */
export const promptHook: Benchmark = {
  name: 'prompt-hook',
  what: `hybrid recallite hook prompt, answered by recallite serve: 95th percentile of ${count} processes`,
  figures: [{ name: 'prompt-hook', unit: 'time', bound: { factor: 0, extra: 400 } }],
  async prepare(space) {
    const database = await residentMemory(space)
    const hook = (n: number) => runHook(space, database, `What did we decide about sessions, question ${n}?`)
    return { subject: () => slowest(hook, 'the resident program') }
  },
}

/** The same without a resident program, over all notes. */
export const promptHookByWords: Benchmark = {
  name: 'prompt-hook-by-words',
  what: `keyword recallite hook prompt in its own process: 95th percentile of ${count} processes`,
  figures: [{ name: 'prompt-hook-by-words', unit: 'time', bound: { factor: 0, extra: 1000 } }],
  async prepare(space) {
    const { database } = await indexFresh(space)
    const titleOf = (n: number) => space.notes[n % space.notes.length]?.title ?? ''
    const hook = (n: number) => runHook(space, ['--db', database], `What do we know about ${titleOf(n)}?`)
    return { subject: () => slowest(hook, 'keyword search') }
  },
}

/** Makes every prompt different, so that no answer is cached. */
let hooks = 0

async function slowest(hook: (n: number) => ReturnType<typeof run>, by: string): Promise<number> {
  const times = []
  for (let left = count; left > 0; left -= 1) {
    const { milliseconds, stdout, stderr } = await hook((hooks += 1))
    assertResult(stdout !== '' && stderr.includes(by), `A hook added nothing by ${by}: ${stderr}`)
    times.push(milliseconds)
  }
  return percentile(times, 0.95)
}

/** A hook that adds even weak and late results. */
function runHook({ folder }: Workspace, database: readonly string[], prompt: string) {
  const env = { RECALLITE_HOOKS_DEADLINE: '30s', RECALLITE_HOOKS_THRESHOLD: '0' }
  const input = JSON.stringify({ prompt, cwd: folder })
  return run([program, 'hook', 'prompt', '--explain', ...database], { home: folder, cwd: folder, env, input })
}
