import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { baseConfig, slowTests } from './vitest.config.ts'

/** The slowest files, slowest first; those with a browser apart from each other, since each needs a whole processor. */
const slowestFiles = [
  'search/rank-candidates',
  'ui/notes-and-records',
  'embedding/fault-table',
  'serve/resident',
  'checks/src/newcomer',
  'page/report-page',
  'src/local-model',
  'src/output',
  'mcp/sessions',
  'ui/search',
  'verify/verify',
  'mutations/mutations',
  'embedding/packing',
  'ui/health',
  'eval/src/issue-16021',
  'postgres/src/pglite-conformance',
  'postgres/src/server-conformance',
  'eval/src/records-suite',
  'onnx/src/real-model',
  'llama/src/real-model',
]

function positionOf({ moduleId }: TestSpecification): number {
  const position = slowestFiles.findIndex((name) => moduleId.endsWith(`${name}.slow.test.ts`))
  return position < 0 ? slowestFiles.length : position
}

/** A fresh clone has no recorded durations, and a slow file that starts last would keep only one processor busy. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => positionOf(a) - positionOf(b))
  }
}

export default defineConfig({
  ...baseConfig,
  test: {
    ...baseConfig.test,
    include: [slowTests],
    // They mostly wait for processes, servers and retries.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 240_000,
    isolate: false,
    sequence: { sequencer: SlowestFirst },
  },
})
