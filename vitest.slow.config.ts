import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { baseConfig, slowTests } from './vitest.config.ts'

/** The slowest files, slowest first; those with a browser apart from each other, since each needs a whole processor. */
const slowestFiles = [
  'ui/notes-and-records',
  'postgres/src/server-conformance',
  'opensearch/src/three-nodes',
  'eval/src/issue-16021',
  'opensearch/src/one-node',
  'checks/src/newcomer',
  'page/report-page',
  'embedding/model-change',
  'trust/other-users',
  'serve/resident',
  'ui/search',
  'maintenance/repair-store',
  'postgres/src/pglite-conformance',
  'llama/src/real-model',
  'embedding/fault-table',
  'onnx/src/real-model',
  'models/local-model',
  'ui/health',
  'eval/src/told-facts',
  'open/server-store',
  'soak/soak',
  'hook/hook',
  'threads/conformance',
  'src/fuzz',
  'commands/import',
  'mutations/mutations',
  'postgres/src/many-at-once',
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
