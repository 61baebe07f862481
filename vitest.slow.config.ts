import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slowTests, usual } from './vitest.config.ts'

/** What takes longest, longest first. */
const longest = [
  'search/rank-candidates',
  'embedding/fault-table',
  'serve/resident',
  'checks/src/newcomer',
  'src/local-model',
  'src/output',
  'mcp/sessions',
  'verify/verify',
  'mutations/mutations',
  'embedding/packing',
  'eval/src/issue-16021',
  'postgres/src/pglite-conformance',
  'postgres/src/server-conformance',
  'eval/src/records-suite',
  'onnx/src/real-model',
  'llama/src/real-model',
]

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`${name}.slow.test.ts`))
  return place < 0 ? longest.length : place
}

/** A fresh clone knows no durations yet: a long file that starts last would keep one processor alone at work. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

export default defineConfig({
  ...usual,
  test: {
    ...usual.test,
    include: [slowTests],
    // They wait more than they compute: for processes, servers and retries.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 240_000,
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
