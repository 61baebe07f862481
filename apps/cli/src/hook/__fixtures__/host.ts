import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { runProcess, temporaryFolder } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { startAgent } from '../../mcp/__fixtures__/served-memory.js'
import { builtCli } from '../../__fixtures__/run-cli.js'

/** A user with a project, and an agent host that runs the built program in it like the plugin. */
export function startHost() {
  const home = realpathSync(temporaryFolder())
  const project = join(home, 'project')
  mkdirSync(join(home, '.recallite'), { recursive: true, mode: 0o700 })
  mkdirSync(project)
  const env = { HOME: home, NO_COLOR: '1', RECALLITE_PROVIDER: 'none', RECALLITE_HOOKS_DEADLINE: '30s' }
  const run = (...args: string[]) => runProcess([builtCli, ...args], { cwd: project, env })

  /** A session with the tools of the server, for one call of the agent. */
  async function session(name: string, input: Record<string, unknown>) {
    const agent = await startAgent({ cwd: project, env })
    const { isError } = await agent.callTool({ name, arguments: input })
    await agent.close()
    if (isError) throw new Error(`${name} failed`)
  }

  /** What a hook makes the host add to the conversation, or why it added nothing. */
  async function hook(moment: string, event: object = {}, more: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [builtCli, 'hook', moment, '--explain'], {
      cwd: project,
      env: { ...process.env, ...env, ...more },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const fields = { session_id: 's-1', cwd: project, transcript_path: join(home, 'talk.jsonl') }
    child.stdin.end(JSON.stringify({ ...fields, ...event }))
    const closed = once(child, 'close')
    const [stdout, stderr, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
    const answer = stdout === '' ? undefined : (JSON.parse(stdout) as HostAnswer).hookSpecificOutput
    return { added: answer?.additionalContext ?? '', event: answer?.hookEventName, stdout, stderr, exitCode: exitCode as unknown }
  }

  const settings = (yaml: string) => writeFileSync(join(home, '.recallite/config.yaml'), yaml)
  return { home, project, env, run, session, hook, settings }
}

interface HostAnswer {
  readonly hookSpecificOutput: { readonly hookEventName: string; readonly additionalContext: string }
}
