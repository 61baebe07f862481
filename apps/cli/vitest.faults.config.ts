import { defineConfig } from 'vitest/config'

/** The full number of runs of what ordinary tests run a few times. */
export default defineConfig({
  resolve: { conditions: ['@recallite/source'] },
  ssr: { resolve: { conditions: ['@recallite/source'] } },
  test: { include: ['apps/cli/src/**/*.faults.ts'] },
})
