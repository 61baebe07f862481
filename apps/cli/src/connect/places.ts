import { posix, win32 } from 'node:path'

/** What decides where hosts have their files. */
export interface Machine {
  readonly platform: string
  readonly home: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** The user's folders and files of hosts. */
export type Places = ReturnType<typeof placesOf>

/**
 * Where hosts look for the user's configuration. Sources:
 * https://code.claude.com/docs/en/settings, https://developers.openai.com/codex/config-advanced,
 * https://geminicli.com/docs/reference/configuration, https://docs.github.com/en/copilot/reference/copilot-cli-reference,
 * https://code.visualstudio.com/docs/configure/settings, https://zed.dev/docs/configuring-zed,
 * https://opencode.ai/docs/config, https://docs.openclaw.ai/gateway/configuration
 */
export function placesOf({ platform, home, variables }: Machine) {
  const isWindows = platform === 'win32'
  const { join } = isWindows ? win32 : posix
  const variable = (name: string, otherwise: string): string => variables[name] || otherwise
  const config = variable('XDG_CONFIG_HOME', join(home, '.config'))
  const roaming = variable('APPDATA', join(home, 'AppData', 'Roaming'))
  const macos = join(home, 'Library', 'Application Support')
  const code = isWindows ? roaming : platform === 'darwin' ? macos : config
  const zed = platform === 'darwin' ? join(home, '.config', 'zed') : join(config, 'zed')
  const claude = variable('CLAUDE_CONFIG_DIR', join(home, '.claude'))
  const openclaw = variable('OPENCLAW_STATE_DIR', join(variable('OPENCLAW_HOME', home), '.openclaw'))
  return {
    join,
    agents: join(home, '.agents'),
    claude,
    claudeState: join(variable('CLAUDE_CONFIG_DIR', home), '.claude.json'),
    codex: variable('CODEX_HOME', join(home, '.codex')),
    copilot: variable('COPILOT_HOME', join(home, '.copilot')),
    cursor: join(home, '.cursor'),
    gemini: join(variable('GEMINI_CLI_HOME', home), '.gemini'),
    openclaw,
    openclawFile: variable('OPENCLAW_CONFIG_PATH', join(openclaw, 'openclaw.json')),
    opencode: join(config, 'opencode'),
    vscode: join(code, 'Code', 'User'),
    zed: isWindows ? join(roaming, 'Zed') : zed,
  }
}
