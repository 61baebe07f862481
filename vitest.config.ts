import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@recallite/source'] },
  ssr: { resolve: { conditions: ['@recallite/source'] } },
  test: {
    include: [
      'packages/**/src/**/*.test.ts',
      'apps/**/src/**/*.test.ts',
      'tools/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    // Many files wait for processes and servers: by default a machine of two cores would run them one by one.
    maxWorkers: '100%',
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
  },
})
