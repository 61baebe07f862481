import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { emulatePlatform, temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { hasOnnxRuntime, npmCommand, platformBinary } from './install-provider.js'

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
])('on %s with %s chooses %s', (platform, arch, binary) => {
  expect(platformBinary(offered(), { platform, arch })).toBe(binary)
})

const [glibc, musl] = [{ header: { glibcVersionRuntime: '2.36' } }, { header: {} }]

it.each([
  ['linux', 'x64', glibc, true],
  ['linux', 'x64', musl, false],
  ['linux', 'arm', glibc, false],
  ['darwin', 'arm64', musl, true],
  ['darwin', 'x64', musl, false],
  ['win32', 'x64', musl, true],
])('ONNX Runtime on %s with %s and %j: %s', (platform, arch, report, runs) => {
  expect(hasOnnxRuntime({ platform, arch }, report)).toBe(runs)
})

it('lists exactly the machines that onnxruntime-node has native code for', () => {
  const provider = createRequire(import.meta.url).resolve('@recallite/embeddings-onnx/package.json')
  const library = createRequire(provider).resolve('onnxruntime-node')
  const code = join(dirname(library), '..', 'bin/napi-v6')
  const machines = readdirSync(code).flatMap((platform) =>
    readdirSync(join(code, platform)).map((arch) => ({ platform, arch })),
  )
  expect(machines.length).toBe(5)
  expect(machines.every((machine) => hasOnnxRuntime(machine, glibc))).toBe(true)
})

it.each(['linux', 'win32'] as const)(
  'npm gets its arguments on %s, without a warning from Node',
  (platform) => {
    const folder = temporaryFolder()
    for (const name of ['npm', 'npm.cmd'])
      writeFileSync(join(folder, name), '#!/bin/sh\necho "$# $1"', { mode: 0o755 })
    emulatePlatform(platform)
    const [program, args, options] = npmCommand()
    emulatePlatform('linux')
    const given = [program, args, { ...options, stdio: 'inherit' }].map((each) => JSON.stringify(each))
    const start = `require('node:child_process').spawn(${given.join()})`
    const env = { PATH: `${folder}:/bin:/usr/bin` }
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', start], { encoding: 'utf8', env })
    expect([stdout, stderr]).toEqual(['6 install\n', ''])
  },
)
