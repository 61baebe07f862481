import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { otherHost, runProcess, startServer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { builtCli } from '../__fixtures__/run-cli.js'
import { startProxy } from '../__fixtures__/tunnel-proxy.js'
import { modelContent, serveFile } from '../models/__fixtures__/model-server.js'
import { playProvider } from './__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from './__fixtures__/provider-workspace.js'

const files = { 'a.md': '# A\n\nThe zeppelin flies.\n' }
const unset = { https_proxy: '', http_proxy: '', HTTP_PROXY: '', no_proxy: '', NO_PROXY: '', HF_ENDPOINT: '' }

/** Programs that reach `other.example` only through a proxy, and trust its certificate. */
function workspaceAt(url: string, proxy: Readonly<Record<string, string>>) {
  const workspace = providerWorkspace(files, { ...unset, ...variablesFor('openai', url), ...proxy })
  const certificate = join(workspace.folder, 'authority.pem')
  writeFileSync(certificate, otherHost.cert)
  const env = { ...workspace.env, NODE_EXTRA_CA_CERTS: certificate }
  const pull = (address: string) =>
    runProcess([builtCli, 'models', 'pull', address], { cwd: workspace.folder, env })
  const index = (more: Readonly<Record<string, string>> = {}) =>
    workspace.startProcess(['index', workspace.notes, '--provider', 'openai', '--json'], { ...env, ...more })
  return { pull, index }
}

const canUseProxy = 'setGlobalProxyFromEnv' in process.getBuiltinModule('node:http')

describe.skipIf(!canUseProxy)('the proxy of the environment', () => {
  it('carries texts to a provider, and downloads, in a tunnel that it cannot read', async () => {
    const { server, requests } = await playProvider('openai', { tls: otherHost })
    const proxy = await startProxy(new URL(server.url))
    const { index, pull } = workspaceAt('https://other.example', { HTTPS_PROXY: proxy.url })
    const { stdout, exitCode } = await index()
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { embedded: 1, embedFailure: null }])
    expect([new Set(proxy.hosts), requests[0]]).toEqual([
      new Set(['other.example:443']),
      [expect.stringContaining('zeppelin')],
    ])
    server.answerWith(serveFile({ content: modelContent(9000) }))
    expect((await pull('https://other.example/x.gguf')).exitCode).toBe(0)
  })

  it('is not used for this machine, or for hosts in NO_PROXY', async () => {
    const { server } = await playProvider('openai')
    const proxy = await startProxy({ port: '1' })
    const every = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, NODE_USE_ENV_PROXY: '1' }
    const { index, pull } = workspaceAt(server.url, every)
    expect(JSON.parse((await index()).stdout)).toMatchObject({ embedded: 1, embedFailure: null })
    const model = await startServer(serveFile({ content: modelContent(9000) }))
    expect((await pull(`${model.url.replace('127.0.0.1', 'localhost')}/x.gguf`)).exitCode).toBe(0)
    const excluded = workspaceAt('https://other.invalid', {
      ...every,
      NO_PROXY: '.other.invalid,other.invalid',
    })
    expect((await excluded.index()).stdout).toMatch(/ENOTFOUND|EAI_AGAIN/)
    expect(proxy.hosts).toEqual([])
  })

  it('is named with its status if it refuses, without its password', async () => {
    const { server } = await playProvider('openai', { tls: otherHost })
    const proxy = await startProxy({ port: new URL(server.url).port, status: 407 })
    const { index, pull } = workspaceAt('https://other.example', { HTTPS_PROXY: proxy.url })
    const indexed = await index()
    expect(indexed.stdout).toContain('could not be reached (Proxy response (407))')
    const pulled = await pull('https://other.example/x.gguf')
    expect(pulled.stderr).toMatch(/Proxy response \(407\).*\(MODEL_DOWNLOAD_FAILED\)/)
    const invalid = await index({ HTTPS_PROXY: 'socks5://user:hidden@127.0.0.1:1' })
    expect(invalid.stderr).toContain('HTTPS_PROXY is not the address of an HTTP proxy and is not used')
    expect(JSON.stringify([indexed, pulled, invalid])).not.toContain('hidden')
  })
})
