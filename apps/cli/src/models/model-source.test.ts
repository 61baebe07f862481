import { defaultModel, modelCatalog } from '@recallite/settings'
import { describe, expect, it } from 'vitest'
import { modelSource, redirectTarget } from './model-source.js'

const endpoint = 'https://huggingface.co'
const sha256 = 'AB'.repeat(32)

describe('known models', () => {
  it('have unique names, addresses and files, pinned to a commit', () => {
    const unique = (values: string[]) => new Set(values).size
    expect(unique(modelCatalog.map(({ name }) => name))).toBe(modelCatalog.length)
    expect(unique(modelCatalog.map(({ entry }) => entry))).toBe(modelCatalog.length)
    for (const { files, revision, entry, repository } of modelCatalog) {
      expect(revision).toMatch(/^[\da-f]{40}$/)
      expect(repository).toMatch(/^[\w.-]+\/[\w.-]+$/)
      expect(entry.endsWith('.gguf')).toBe(files.length === 1)
      for (const { sha256: checksum, bytes } of files) {
        expect(checksum).toMatch(/^[\da-f]{64}$/)
        expect(bytes).toBeGreaterThan(100)
      }
    }
    expect(modelCatalog[0]).toBe(defaultModel)
  })
})

describe('modelSource', () => {
  it('accepts catalog names in any letter case', () => {
    const { files, ...source } = modelSource('EmbeddingGemma-300m-q8_0', { endpoint })
    expect(source).toEqual({
      name: 'embeddinggemma-300M-Q8_0',
      entry: 'embeddinggemma-300M-Q8_0.gguf',
      isFolder: false,
    })
    expect(files.map(({ url }) => url.href)).toEqual([
      `https://huggingface.co/ggml-org/embeddinggemma-300M-GGUF/resolve/0f741b5a6585bd53aeb15cd1372c56f2a0f65e12/embeddinggemma-300M-Q8_0.gguf`,
    ])
    expect(files[0]).toMatchObject({ bytes: 333_590_944, expected: { from: 'known' } })
  })

  it('accepts models of several files', () => {
    const { isFolder, entry, files } = modelSource('bge-small-en-v1.5', { endpoint })
    expect([isFolder, entry]).toEqual([true, 'bge-small-en-v1.5'])
    expect(files.map(({ path }) => path)).toContain('onnx/model_quantized.onnx')
    expect(() => modelSource('bge-small-en-v1.5', { endpoint, sha256 })).toThrow(/Omit --sha256/)
  })

  it('accepts rerankers, whose sizes and checksums the server announces', () => {
    const source = modelSource('qwen3-reranker-0.6b', { endpoint: 'https://mirror.example' })
    const url =
      'https://mirror.example/ggml-org/Qwen3-Reranker-0.6B-Q8_0-GGUF/resolve/main/qwen3-reranker-0.6b-q8_0.gguf'
    const files = [{ path: 'Qwen3-Reranker-0.6B.gguf', url: new URL(url), expected: undefined }]
    expect(source).toEqual({
      name: 'Qwen3-Reranker-0.6B',
      entry: 'Qwen3-Reranker-0.6B.gguf',
      isFolder: false,
      files,
    })
    expect(modelSource('bge-reranker-base', {}).files.map(({ path }) => path)).toContain(
      'onnx/model_quantized.onnx',
    )
  })

  it('parses hf: addresses, and uses a mirror if one is set', () => {
    const { name, entry, files } = modelSource('hf:owner/some.repo/sub folder/x-Q4.gguf', {
      endpoint: 'https://mirror.example/hf/',
      sha256,
    })
    expect([name, entry]).toEqual(['x-Q4', 'x-Q4.gguf'])
    expect(files).toEqual([
      {
        path: 'x-Q4.gguf',
        url: new URL('https://mirror.example/hf/owner/some.repo/resolve/main/sub%20folder/x-Q4.gguf'),
        expected: { sha256: sha256.toLowerCase(), from: 'given' },
      },
    ])
  })

  it('parses URLs, and omits their query in the name', () => {
    const { entry, files } = modelSource('https://a.example/m/x.GGUF?download=true', { endpoint })
    expect(entry).toBe('x.GGUF')
    expect(files[0]?.url.search).toBe('?download=true')
  })

  it.each([
    ['minilm', 'MODEL_UNKNOWN', 'all-MiniLM-L6-v2.q8_0'],
    ['./x.gguf', 'MODEL_UNKNOWN', 'hf:owner'],
    ['hf:owner/x.gguf', 'MODEL_SOURCE_INVALID', 'hf: is not supported'],
    ['hf:owner/repository/model.bin', 'MODEL_SOURCE_INVALID', 'not the name of a GGUF file'],
    ['https://a.example/', 'MODEL_SOURCE_INVALID', 'not the name of a GGUF file'],
    ['https://a.example/%2e%2e%2f.gguf', 'MODEL_SOURCE_INVALID', 'not the name of a GGUF file'],
    ['https://a.example/..%5Cx.gguf', 'MODEL_SOURCE_INVALID', 'not the name of a GGUF file'],
    ['https://a.example/%zz.gguf', 'MODEL_SOURCE_INVALID', 'not the name of a GGUF file'],
    [
      'http://localhost.example.org/x.gguf',
      'MODEL_SOURCE_INVALID',
      'http is allowed only for servers on this machine',
    ],
    ['file:///etc/x.gguf', 'MODEL_SOURCE_INVALID', 'file: is not supported'],
    ['https://joe:geheim@a.example/x.gguf', 'MODEL_SOURCE_INVALID', 'user name or a password'],
  ])('refuses %s', (name, code, hint) => {
    const refusal = expect.objectContaining({ code, message: expect.stringContaining(hint) })
    expect(() => modelSource(name, { endpoint })).toThrow(refusal)
    expect(() => modelSource(name, { endpoint })).not.toThrow('geheim')
  })

  it('refuses a mirror without https', () => {
    const mirror = { endpoint: 'http://mirror.example' }
    expect(() => modelSource('hf:a/b/c.gguf', mirror)).toThrow(
      expect.objectContaining({ code: 'MODEL_SOURCE_INVALID' }),
    )
  })
})

describe('redirectTarget', () => {
  it.each([
    ['https://a.example/x', 'https://cdn.example/y?sig=1', 'https://cdn.example/y?sig=1'],
    ['https://a.example/x/y', '/z', 'https://a.example/z'],
    ['http://localhost:1/x', 'http://127.0.0.1:2/y', 'http://127.0.0.1:2/y'],
    ['http://localhost:1/x', 'https://cdn.example/y', 'https://cdn.example/y'],
  ])('follows from %s to %s', (from, location, target) => {
    expect(redirectTarget(new URL(from), location).href).toBe(target)
  })

  it.each([
    ['https://a.example/x', 'http://a.example/x', 'http is allowed only for servers on this machine'],
    ['https://a.example/x', 'http://localhost/x', 'from https to http'],
    ['http://localhost/x', 'http://a.example/x', 'http is allowed only for servers on this machine'],
    ['https://a.example/x', 'file:///etc/passwd', 'file: is not supported'],
    ['https://a.example/x', 'https://joe:x@b.example/', 'user name or a password'],
    ['https://a.example/x', 'https://', 'its target is not a valid URL'],
    ['https://a.example/x', null, 'its target is not a valid URL'],
  ])('never follows from %s to %s', (from, location, reason) => {
    expect(() => redirectTarget(new URL(from), location)).toThrow(
      expect.objectContaining({ code: 'MODEL_REDIRECT_REFUSED', message: expect.stringContaining(reason) }),
    )
  })
})
