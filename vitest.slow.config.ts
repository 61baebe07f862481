import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { slowTests, usual } from './vitest.config.ts'

export default defineConfig({
  ...usual,
  test: {
    ...usual.test,
    include: [slowTests],
    isolate: false,
    // These wait for other processes for so long that one more of them than processors fills the time.
    maxWorkers: availableParallelism() + 1,
  },
})
