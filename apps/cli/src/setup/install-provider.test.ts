import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { platformBinary } from './install-provider.js'

/** What the installed node-llama-cpp offers. */
function offered(): string[] {
  const provider = createRequire(import.meta.url).resolve('@recallite/embeddings-llama/package.json')
  const manifest = createRequire(provider)
    .resolve('node-llama-cpp')
    .replace(/node-llama-cpp[\\/]dist[\\/].*$/u, 'node-llama-cpp/package.json')
  const fields = JSON.parse(readFileSync(manifest, 'utf8')) as { optionalDependencies: object }
  return Object.keys(fields.optionalDependencies)
}

it.each([
  ['linux', 'x64', '@node-llama-cpp/linux-x64'],
  ['linux', 'arm64', '@node-llama-cpp/linux-arm64'],
  ['linux', 'arm', '@node-llama-cpp/linux-armv7l'],
  ['darwin', 'arm64', '@node-llama-cpp/mac-arm64-metal'],
  ['darwin', 'x64', '@node-llama-cpp/mac-x64'],
  ['win32', 'x64', '@node-llama-cpp/win-x64'],
  ['win32', 'arm64', '@node-llama-cpp/win-arm64'],
  ['linux', 'riscv64', undefined],
  ['sunos', 'x64', undefined],
])('on %s with %s takes %s', (platform, arch, binary) => {
  expect(platformBinary(offered(), { platform, arch })).toBe(binary)
})
