import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'

/** Tests of more than some seconds: real models, storms of faults, watching, processes by the dozen. `pnpm test:slow`. */
export const slowTests = '{packages,apps,tools,examples}/**/*.slow.test.ts'

/** What all tests run with. */
export const usual = {
  resolve: { conditions: ['@recallite/source'] },
  ssr: { resolve: { conditions: ['@recallite/source'] } },
  test: {
    // Many files wait for processes and servers: one more of them than processors fills the time.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    unstubEnvs: true,
    // Titles of cases are whole sentences.
    taskTitleValueFormatTruncate: 0,
  },
} satisfies ViteUserConfig

const allTests = ['{packages,apps}/**/src/**/*.test.ts', '{tools,examples}/**/*.test.ts']

/** Only where no other test file has loaded a language can these see that the code under test loads it. */
const languageTests = ['packages/keyword/src/**/*.test.ts', 'packages/core/src/{search,indexer}/**/*.test.ts']

const exclude = [...configDefaults.exclude, slowTests]

export default defineConfig({
  ...usual,
  test: {
    ...usual.test,
    projects: [
      { extends: true, test: { name: 'isolated', include: languageTests, exclude } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: allTests,
          exclude: [...exclude, ...languageTests],
          // Loading all modules anew for each file would take a third of the time.
          isolate: false,
        },
      },
    ],
  },
})
