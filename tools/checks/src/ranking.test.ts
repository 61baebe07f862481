import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { expect, it } from 'vitest'
import { repositoryRoot } from './repository.js'

it('@recallite/core/ranking runs in a browser: at most 20 kB compressed, without modules of Node', async () => {
  const input = join(repositoryRoot, 'packages/core/src/ranking.ts')
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@recallite/source', 'browser', 'module', 'import'] },
    build: { write: false, rollupOptions: { input, preserveEntrySignatures: 'strict' } },
  })
  const chunks = (made as Rollup.RollupOutput).output.flatMap((each) => (each.type === 'chunk' ? [each] : []))
  expect(chunks.flatMap((chunk) => chunk.exports)).toContain('rankCandidates')
  // Vite replaces modules of Node by an empty module.
  expect(chunks.flatMap((chunk) => chunk.moduleIds).filter((id) => id.includes('browser-external'))).toEqual(
    [],
  )
  expect(gzipSync(chunks.map(({ code }) => code).join('')).length).toBeLessThanOrEqual(20_000)
})
