import { defineConfig } from 'vitest/config'

/** The checks that need the build, or minutes: `pnpm check` runs them, `pnpm test` does not. */
export default defineConfig({
  resolve: { conditions: ['@recallite/source'] },
  ssr: { resolve: { conditions: ['@recallite/source'] } },
  test: {
    include: ['tools/checks/src/*.check.ts'],
    // Pages are followed side by side, on as many processors as CI has.
    maxConcurrency: 2,
    testTimeout: 320_000,
    hookTimeout: 300_000,
  },
})
