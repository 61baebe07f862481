import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'

/** Tests that take more than a few seconds: real models, fault injection, watching, many processes. Run by `pnpm test:slow`. */
export const slowTests = '{packages,apps,tools,examples}/**/*.slow.test.ts'

/** The configuration of all tests. */
export const baseConfig = {
  resolve: { conditions: ['@recallite/source'] },
  ssr: { resolve: { conditions: ['@recallite/source'] } },
  test: {
    // Many files wait for processes and servers, so one more worker than processors is faster.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    unstubEnvs: true,
    // Titles of cases are whole sentences.
    taskTitleValueFormatTruncate: 0,
  },
} satisfies ViteUserConfig

const allTests = ['{packages,apps}/**/src/**/*.test.ts', '{tools,examples}/**/*.test.ts']

/** These check that the code under test loads a language, so no other test file may have loaded it. */
const languageTests = ['packages/keyword/src/**/*.test.ts', 'packages/core/src/{search,indexer}/**/*.test.ts']

const exclude = [...configDefaults.exclude, slowTests]

export default defineConfig({
  ...baseConfig,
  test: {
    ...baseConfig.test,
    projects: [
      { extends: true, test: { name: 'isolated', include: languageTests, exclude } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: allTests,
          exclude: [...exclude, ...languageTests],
          // Reloading all modules for each file would take a third of the time.
          isolate: false,
        },
      },
    ],
  },
})
