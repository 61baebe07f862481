import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checked, withRetry, type EmbeddingModel } from '@recallite/embeddings'
import { embeddingModelConformance } from '@recallite/embeddings/conformance'
import { isRunning, sharedFile, temporaryFolder } from '@recallite/test-kit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ask, retryable, unavailable } from './__fixtures__/test-model.js'
import { createLlamaEmbeddings } from './create-llama-embeddings.js'
import type { LlamaEmbeddingsSettings } from './create-llama-embeddings.js'

// Takes seconds, but a minute or more on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

const english = sharedFile('models/all-MiniLM-L6-v2.q8_0.gguf')
const multilingual = sharedFile('models/multilingual-e5-small.q4_0.gguf')
/** Built before the tests: a child process does not read TypeScript. */
const child = new URL('../dist/child.js', import.meta.url)

async function open(
  modelPath = '',
  settings: Partial<LlamaEmbeddingsSettings> = {},
): Promise<EmbeddingModel> {
  const model = await createLlamaEmbeddings({ modelPath, child, threads: 1, ...settings })
  onTestFinished(() => model.dispose?.())
  return checked(model)
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, slot) => sum + value * (b[slot] ?? 0), 0)
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return NaN
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

/** Two runs with the same tokens may round differently; other tokens differ more. */
const sameText = 0.999

/** The cosines of the first text and each of the others. */
async function cosinesOf(model: EmbeddingModel, [first = '', ...others]: string[]): Promise<number[]> {
  const [query] = await model.embed({ texts: [first], role: 'query' })
  return (await ask(model, others)).map((vector) => cosine(query, vector))
}

const childPids = () =>
  execFileSync('pgrep', ['-P', String(process.pid), '-f', 'child.js'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)

const createEnglish = async () => createLlamaEmbeddings({ modelPath: english ?? '', child, threads: 1 })

describe.skipIf(english === undefined)('MiniLM', () => {
  let model: EmbeddingModel
  beforeAll(async () => {
    model = checked(await createEnglish())
  })
  afterAll(() => model.dispose?.())

  /** Shared by these tests; no case disposes it. */
  const createShared = async (): Promise<EmbeddingModel> => {
    const { dispose: _, ...shared } = model
    return shared
  }
  const isDisposal = ({ name }: { name: string }) => name.includes('disposed of')
  const cases = [
    ...embeddingModelConformance(createShared).filter((one) => !isDisposal(one)),
    ...embeddingModelConformance(createEnglish).filter(isDisposal),
  ]

  it.each(cases)('fulfils the contract: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it('names itself', () => {
    expect(model.identity).toEqual({
      provider: 'local',
      model: 'all-MiniLM-L6-v2.q8_0',
      dimensions: 384,
      promptStyle: 'plain',
    })
  })

  it('scores related sentences higher than unrelated ones', async () => {
    const [related = 0, unrelated = 1] = await cosinesOf(model, [
      'How do I reset my password?',
      'To change your password, open the account settings.',
      'Bananas ripen faster in a paper bag.',
    ])
    expect(related - unrelated).toBeGreaterThan(0.4)
  })

  it('reads no more tokens than contextSize', async () => {
    const limited = await open(english, { contextSize: 16 })
    const begun = 'one two three four five six seven eight nine ten eleven twelve thirteen'
    const [short, long, other] = await ask(limited, [begun, `${begun} fourteen`, `zero ${begun}`])
    expect(cosine(long, short)).toBeGreaterThan(sameText)
    expect(cosine(other, short)).toBeLessThan(0.9)
  })

  it.skipIf(process.platform === 'win32')('continues after its process was killed', async () => {
    const long = 'A river runs past the old mill. '.repeat(100)
    const call = ask(
      model,
      Array.from({ length: 20 }, () => long),
    )
    const [pid = 0] = childPids()
    setTimeout(() => process.kill(pid, 'SIGKILL'), 50)
    await expect(call).rejects.toMatchObject(retryable)
    expect(await ask(withRetry(model), ['Still here.'])).toHaveLength(1)
    expect(isRunning(pid)).toBe(false)
  })
})

/** Writes a changed copy of the English model. */
function damage(change: (bytes: Buffer) => Buffer): string {
  const path = join(temporaryFolder(), 'damaged.gguf')
  writeFileSync(path, change(readFileSync(english ?? '')))
  return path
}

/** Sets the byte at an offset from the end of a key. */
function setBehind(
  bytes: Buffer,
  { key, offset, value }: { key: string; offset: number; value: number },
): Buffer {
  bytes.writeUInt8(value, bytes.indexOf(key) + key.length + offset)
  return bytes
}

/** A value follows its key and four bytes of type. */
const valueOffset = 4

describe.skipIf(english === undefined)('a damaged MiniLM', () => {
  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['cut in its weights', (bytes) => bytes.subarray(0, 12_000_000), /not within the file bounds/],
    ['cut in its vocabulary', (bytes) => bytes.subarray(0, 100_000), /failed to load model/],
    ['cut after its magic', (bytes) => bytes.subarray(0, 4), /is damaged/],
    ['of a later format', (bytes) => bytes.fill(77, 4, 8), /failed to load model/],
    ['with nonsense in its header', (bytes) => bytes.fill(0xff, 100, 300), /damaged/],
    ['with nonsense for weights', (bytes) => bytes.fill(0xff, 1_000_000), /vectors are not numbers/],
    [
      'made a reranker',
      (bytes) => setBehind(bytes, { key: 'bert.pooling_type', offset: valueOffset, value: 4 }),
      /reranking, not an embedding model/,
    ],
    [
      'of an unknown architecture',
      (bytes) => setBehind(bytes, { key: 'general.architecture', offset: valueOffset + 8, value: 0x78 }),
      /unknown model architecture/,
    ],
  ])('%s is unavailable, with the reason', async (_, change, reason) => {
    const call = open(damage(change))
    await expect(call).rejects.toMatchObject({ ...unavailable, message: expect.stringMatching(reason) })
  })

  it('that replaces another one in use is rejected', async () => {
    const path = join(temporaryFolder(), 'model.gguf')
    copyFileSync(english ?? '', path)
    const model = await open(path)
    const other = setBehind(readFileSync(path), { key: 'all-MiniLM-L6-v', offset: 0, value: 0x33 })
    writeFileSync(`${path}.new`, other)
    copyFileSync(`${path}.new`, path)
    for (const pid of childPids()) process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => ask(model, ['a']).catch((error: unknown) => error))
      .toMatchObject({
        ...unavailable,
        message: expect.stringContaining('the file was replaced by another model'),
      })
  })
})

describe.skipIf(multilingual === undefined)('multilingual-e5-small', () => {
  it('finds a sentence by a question in another language', async () => {
    const model = await open(multilingual)
    expect(model.identity.promptStyle).toBe('e5')
    const [related = 0, unrelated = 1] = await cosinesOf(model, [
      'Wie ändere ich mein Passwort?',
      'To change your password, open the account settings.',
      'Bananas ripen faster in a paper bag.',
    ])
    expect(related - unrelated).toBeGreaterThan(0.05)
  })
})
