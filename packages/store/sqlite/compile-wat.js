/*
 * Compiles sum-codes.wat into src/vectors/codes/generated/sum-codes.ts, which git ignores. An installation and a build run it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import loadWabt from 'wabt'

const folder = new URL('src/vectors/codes/', import.meta.url)
const wabt = await loadWabt()
const text = readFileSync(new URL('sum-codes.wat', folder), 'utf8')
const wat = wabt.parseWat('sum-codes.wat', text, { simd: true })
wat.validate()
const base64 = Buffer.from(wat.toBinary({}).buffer).toString('base64')
mkdirSync(new URL('generated/', folder), { recursive: true })
writeFileSync(
  new URL('generated/sum-codes.ts', folder),
  `/** sum-codes.wat, compiled to WebAssembly, as base64. */\nexport const sumCodesBinary =\n  '${base64}'\n`,
)
