import { configDefaults, defineConfig } from 'vitest/config'

/** Tests of more than some seconds: real models, storms of faults, watching, processes by the dozen. `pnpm test:slow`. */
export const slowTests = '{packages,apps,tools,examples}/**/*.slow.test.ts'

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
    exclude: [...configDefaults.exclude, slowTests],
    // Many files wait for processes and servers: by default a machine of two cores would run them one by one.
    maxWorkers: '100%',
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
  },
})
