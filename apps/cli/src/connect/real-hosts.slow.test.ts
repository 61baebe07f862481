/* Real hosts from npm, with a scripted model on this machine: after `connect`, their agents search the memory. */
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runProcess, startServer, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { builtCli } from '../__fixtures__/run-cli.js'
import { installHost, runProgram } from './__fixtures__/installed-host.js'
import { scriptedModel } from './__fixtures__/scripted-model.js'
import type { HostName } from './host-table.js'

const minutes = 60_000
const [question, fact] = ['Which key opens the deploy gate in Lyon?', 'violet-42']

interface RealHost {
  readonly package: string
  readonly command: string
  /** Its configuration before it is connected, by path below the home folder. */
  readonly files: (url: string, project: string) => Readonly<Record<string, string>>
  readonly env: (url: string) => Readonly<Record<string, string>>
  readonly args: readonly string[]
  /** Whether it has hooks that add to a prompt. */
  readonly hasHooks?: boolean
}

const realHosts: Partial<Record<HostName, RealHost>> = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    command: 'claude',
    files: () => ({ '.claude.json': '{\n  "hasCompletedOnboarding": true\n}\n' }),
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      ENABLE_TOOL_SEARCH: 'false',
    }),
    args: ['--allowedTools', 'mcp__recallite__memory_search', '--print', question],
    hasHooks: true,
  },
  codex: {
    package: '@openai/codex',
    command: 'codex',
    files: (url) => ({
      '.codex/config.toml': `# Mine\nmodel = "scripted"\nmodel_provider = "stub"\n\n[model_providers.stub]\nname = "stub"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "STUB_KEY"\n`,
    }),
    env: () => ({ STUB_KEY: 'key' }),
    // Its user would review the hooks with /hooks.
    args: [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '--dangerously-bypass-hook-trust',
      question,
    ],
    hasHooks: true,
  },
  gemini: {
    package: '@google/gemini-cli',
    command: 'gemini',
    files: (_, project) => ({
      '.gemini/settings.json': '{\n  "security": { "auth": { "selectedType": "gemini-api-key" } }\n}\n',
      '.gemini/trustedFolders.json': JSON.stringify({ [project]: 'TRUST_FOLDER' }),
    }),
    env: (url) => ({ GEMINI_API_KEY: 'key', GOOGLE_GEMINI_BASE_URL: url, GEMINI_TELEMETRY_ENABLED: 'false' }),
    args: ['--yolo', '--model', 'gemini-2.5-flash', '--prompt', question],
    hasHooks: true,
  },
  opencode: {
    package: 'opencode-ai',
    command: 'opencode',
    files: (url) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        provider: {
          stub: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: 'key' },
            models: { scripted: { name: 'scripted' } },
          },
        },
      }),
    }),
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1' }),
    args: ['run', '--model', 'stub/scripted', question],
  },
}

/** A home with a configured host, and a project with a memory. */
async function startHost(name: HostName, host: RealHost) {
  const server = await startServer(scriptedModel('key of the deploy gate in Lyon', fact))
  const home = realpathSync(temporaryFolder())
  const project = join(home, 'project')
  const files = {
    ...host.files(server.url, project),
    'project/MEMORY.md': `The deploy gate in Lyon opens with the key ${fact}.\n`,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  // opencode believes PWD.
  const env = { HOME: home, PWD: project, NO_COLOR: '1', ...host.env(server.url) }
  const recallite = (...args: string[]) =>
    runProcess([builtCli, ...args], { cwd: project, env: { HOME: home, XDG_CONFIG_HOME: '', NO_COLOR: '1' } })
  return { server, home, project, env, recallite, name }
}

describe.skipIf(!existsSync(builtCli)).each(Object.entries(realHosts) as [HostName, RealHost][])(
  '%s',
  (name, host) => {
    it(
      'lets its agent search after connect, and not after undo',
      { timeout: 20 * minutes },
      async ({ skip }) => {
        const installed = await installHost(host.package, host.command)
        if ('reason' in installed) return skip(installed.reason)
        const { server, project, env, recallite } = await startHost(name, host)
        const ask = async () => {
          const first = server.requests.length
          const output = await runProgram(installed.program, host.args, { cwd: project, env })
          return { ...output, bodies: server.requests.slice(first).map(({ body }) => body) }
        }
        expect(await recallite('connect', '--only', name, '--yes')).toMatchObject({ exitCode: 0 })
        let connected = await ask()
        // On a busy machine Codex sends its first request before the server has started.
        if (!(connected.stdout + connected.stderr).includes(fact)) connected = await ask()
        expect(connected.stdout + connected.stderr).toContain(`The answer is ${fact}.`)
        expect(
          connected.bodies.some((body) => body.includes('Use before answering anything about prior work')),
          'the skill',
        ).toBe(true)

        await recallite('index')
        await recallite('trust', '.')
        const trusted = await ask()
        const isBefore = (body: string) =>
          !/"(?:tool_result|functionResponse|function_call_output)"|"role":"tool"/u.test(body)
        const isToldFirst = trusted.bodies.some((body) => body.includes(fact) && isBefore(body))
        expect(isToldFirst, 'a hook').toBe(host.hasHooks === true)

        expect(await recallite('connect', '--undo')).toMatchObject({ exitCode: 0 })
        const { bodies } = await ask()
        expect(bodies.length).toBeGreaterThan(0)
        expect(bodies.some((body) => body.includes('memory_search'))).toBe(false)
      },
    )
  },
)
