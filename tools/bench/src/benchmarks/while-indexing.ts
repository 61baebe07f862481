import { assertResult } from '../benchmark-error.ts'
import type { Benchmark } from '../benchmark.ts'
import { hostPath, run } from '../run.ts'
import { writeNotes, type Workspace } from '../workspace.ts'

const host = hostPath('hosts/long-lived.ts')
const someNotes = 300
const questionCount = 40
/** The expected numbers for a full corpus; a smaller one has fewer. */
const chunksPerFile = 4

/** Queries a host while it indexes the corpus. */
async function runHost(
  space: Workspace,
): Promise<{ chunks: number; questions: number; idle: number; busy: number; heldUp: number }> {
  const questions = space.notes.slice(0, questionCount).map(({ title }) => title)
  const some = `${space.freshPath()}.notes`
  await writeNotes(some, space.notes.slice(0, someNotes))
  const args = [host, space.freshPath(), some, space.corpus, JSON.stringify(questions)]
  const held = JSON.parse((await run(args, { home: space.folder })).stdout)
  const isEnough = held.chunks >= chunksPerFile * space.files && held.questions > 0
  assertResult(isEnough, `${held.chunks} chunks and ${held.questions} questions are too few.`)
  return held
}

/** Queries to a process that is indexing, and how long its event loop is blocked. */
export const whileIndexing: Benchmark = {
  name: 'search-while-indexing',
  what: 'questions to a long-running process while it indexes the corpus in chunks of 64 tokens: their 95th percentile; held-up-by-indexing: the longest time that its event loop was blocked',
  comparedWith: 'the same questions to the same process when idle',
  figures: [
    { name: 'search-while-indexing', unit: 'time', bound: { factor: 2, extra: 0 } },
    { name: 'held-up-by-indexing', unit: 'time', bound: { factor: 0, extra: 50 } },
  ],
  async prepare(space) {
    let held: ReturnType<typeof runHost>
    return {
      async subject() {
        const { busy, heldUp } = await held
        return { 'search-while-indexing': busy, 'held-up-by-indexing': heldUp }
      },
      async baseline() {
        held = runHost(space)
        return { 'search-while-indexing': (await held).idle }
      },
    }
  },
}
