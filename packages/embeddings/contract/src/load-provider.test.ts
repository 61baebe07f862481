import { describe, expect, it } from 'vitest'
import { loadProvider } from './load-provider.js'

function notFound(message: string): Error {
  return Object.assign(new TypeError(message), { code: 'ERR_MODULE_NOT_FOUND' })
}

const provider = '@recallite/embeddings-llama'

async function reasonWhere(failure: unknown): Promise<string> {
  const load = () => Promise.reject(failure)
  const error: unknown = await loadProvider({ name: provider, install: 'recallite setup', load }).catch(
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ code: 'EMBEDDING_MODEL_UNAVAILABLE', cause: failure })
  return String(error)
}

describe('loadProvider', () => {
  it.each([
    notFound(`Cannot find package '${provider}' imported from /app/bin.js`),
    Object.assign(new Error(`Cannot find module '${provider}/reranker'`), { code: 'MODULE_NOT_FOUND' }),
  ])('names the package to install if it is missing: %s', async (cause) => {
    expect(await reasonWhere(cause)).toMatch(/one more package: recallite setup$/)
  })

  it.each([
    notFound(`Cannot find package 'left-pad' imported from /app/node_modules/${provider}/dist/index.js`),
    new SyntaxError(`Unexpected token in /app/node_modules/${provider}/dist/index.js`),
  ])('reports the cause if the package does not load: %s', async (cause) => {
    const reason = await reasonWhere(cause)
    expect(reason).toContain(cause.message)
    expect(reason).not.toContain('one more package')
  })

  it('loads it from another folder only if the program has none', async () => {
    const absent = () =>
      Promise.reject(notFound(`Cannot find package '${provider}' imported from /app/bin.js`))
    const provided = { name: provider, install: 'recallite setup', loadElsewhere: async () => 'elsewhere' }
    expect(await loadProvider({ ...provided, load: absent })).toBe('elsewhere')
    expect(await loadProvider({ ...provided, load: async () => 'beside' })).toBe('beside')
    const broken = () => Promise.reject(new SyntaxError('Unexpected token'))
    await expect(loadProvider({ ...provided, load: broken })).rejects.toThrow('Unexpected token')
    await expect(loadProvider({ ...provided, load: absent, loadElsewhere: () => undefined })).rejects.toThrow(
      'one more package',
    )
  })
})
