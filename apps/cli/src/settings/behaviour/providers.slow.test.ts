import { startServices, type PlayedRequest } from '@recallite/test-kit'
import { join } from 'node:path'
import { proveSettings, type MakeProof } from '../__fixtures__/prove-settings.js'
import type { SettingsWorkspace } from '../__fixtures__/settings-workspace.js'

type Hosted = 'openai' | 'gemini'

/** A note to index, and keys. */
function prepare({ write, variables }: SettingsWorkspace): void {
  write('notes/auth.md', '# Auth\n\nSessions end after 900 seconds.\n')
  Object.assign(variables, { OPENAI_API_KEY: 'openai-usual', GEMINI_API_KEY: 'gemini-usual', MINE: 'mine' })
}

/** What the first request for vectors has in one place. */
function firstRequest<Part extends keyof PlayedRequest>(provider: Hosted, part: Part) {
  return (
    value: number | string,
    [unset, set]: readonly [PlayedRequest[Part], PlayedRequest[Part]],
  ): MakeProof =>
    async (workspace) => {
      prepare(workspace)
      const services = await startServices()
      return {
        given: { provider, providers: { [provider]: services[provider] } },
        value,
        async observe() {
          await workspace.run('index', join(workspace.cwd, 'notes'))
          return services.asked()[0]?.[part]
        },
        unset,
        set,
      }
    }
}

/** Where texts would go, and whether they went there; without the setting nothing is sent. */
function addressProof(provider: Hosted, usualHost: string): MakeProof {
  return async (workspace) => {
    prepare(workspace)
    const services = await startServices()
    const { host } = new URL(services.server.url)
    return {
      given: { provider },
      value: services[provider].baseUrl,
      async observe() {
        const plan = await workspace.runJson<{ embedding: { host: string } }>('index', 'notes', '--dry-run')
        const isHere = plan.embedding.host === host
        if (isHere) await workspace.run('index', 'notes')
        return [isHere ? 'here' : plan.embedding.host, services.asked()[0]?.key]
      },
      unset: [usualHost, undefined],
      set: ['here', `${provider}-usual`],
    }
  }
}

const ollamaAddress: MakeProof = async (workspace) => {
  prepare(workspace)
  const services = await startServices()
  return {
    given: { provider: 'ollama' },
    value: services.ollama.baseUrl,
    async observe() {
      await workspace.run('index', 'notes')
      return services.asked()[0]?.provider
    },
    unset: undefined,
    set: 'ollama',
  }
}

/** The server of this machine by an address that does not look like it. */
const allowHttp: MakeProof = async (workspace) => {
  prepare(workspace)
  const services = await startServices()
  const { port } = new URL(services.server.url)
  return {
    given: { provider: 'openai', providers: { openai: { baseUrl: `http://[::ffff:127.0.0.1]:${port}/v1` } } },
    value: true,
    async observe() {
      const { stderr } = await workspace.run('index', 'notes')
      return [services.asked()[0]?.key, /unencrypted/.test(stderr)]
    },
    unset: [undefined, true],
    set: ['openai-usual', false],
  }
}

proveSettings('providers', {
  'providers.openai.apiKey': firstRequest('openai', 'key')('${MINE}', ['openai-usual', 'mine']),
  'providers.openai.baseUrl': addressProof('openai', 'api.openai.com'),
  'providers.openai.dimensions': firstRequest('openai', 'dimensions')(512, [undefined, 512]),
  'providers.gemini.apiKey': firstRequest('gemini', 'key')('${MINE}', ['gemini-usual', 'mine']),
  'providers.gemini.baseUrl': addressProof('gemini', 'generativelanguage.googleapis.com'),
  'providers.gemini.dimensions': firstRequest('gemini', 'dimensions')(1536, [768, 1536]),
  'providers.ollama.baseUrl': ollamaAddress,
  'providers.allowHttp': allowHttp,
})
