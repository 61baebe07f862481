import { describe, expect, it } from 'vitest'
import { loadProvider } from './load-provider.js'

function notFound(message: string): Error {
  return Object.assign(new TypeError(message), { code: 'ERR_MODULE_NOT_FOUND' })
}

const provider = '@recallite/embeddings-llama'

async function reasonWhere(failure: unknown): Promise<string> {
  const load = () => Promise.reject(failure)
  const error: unknown = await loadProvider({ name: provider, beside: 'recallite', load }).catch(
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ code: 'EMBEDDING_MODEL_UNAVAILABLE', cause: failure })
  return String(error)
}

describe('loadProvider', () => {
  it('says which package to add where it is missing', async () => {
    const reason = await reasonWhere(notFound(`Cannot find package '${provider}' imported from /app/bin.js`))
    expect(reason).toMatch(/one more package: npm install -g @recallite\/embeddings-llama \(beside recallite/)
  })

  it.each([
    notFound(`Cannot find package 'left-pad' imported from /app/node_modules/${provider}/dist/index.js`),
    new SyntaxError(`Unexpected token in /app/node_modules/${provider}/dist/index.js`),
  ])('gives the cause where it is there and does not load: %s', async (cause) => {
    const reason = await reasonWhere(cause)
    expect(reason).toContain(cause.message)
    expect(reason).not.toContain('one more package')
  })
})
