import { defineConfig } from 'vitest/config'

/** The checks that need the build, or minutes: run by `pnpm check`, not by `pnpm test`. */
export default defineConfig({
  resolve: { conditions: ['@recallite/source'] },
  ssr: { resolve: { conditions: ['@recallite/source'] } },
  test: {
    include: ['tools/checks/src/*.check.ts'],
    // The number of processors of CI.
    maxConcurrency: 2,
    testTimeout: 320_000,
    hookTimeout: 300_000,
  },
})
