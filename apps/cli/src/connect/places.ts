import { posix, win32 } from 'node:path'

/** What decides where hosts have their files. */
export interface Machine {
  /** Default: this machine's. */
  readonly platform?: string
  readonly home: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** A host's folder with the user's configuration, and its file with MCP servers. */
export interface HostPlace {
  readonly folder: string
  readonly file: string
}

/** The user's folders and files of hosts. */
export type Places = ReturnType<typeof placesOf>

/**
 * Where hosts look for the user's configuration. Sources: https://code.claude.com/docs/en/settings,
 * https://developers.openai.com/codex/config-advanced, https://geminicli.com/docs/reference/configuration,
 * https://docs.github.com/en/copilot/reference/copilot-cli-reference, https://code.visualstudio.com/docs/configure/settings,
 * https://zed.dev/docs/configuring-zed, https://opencode.ai/docs/config, https://docs.openclaw.ai/gateway/configuration
 */
export function placesOf({ platform = process.platform, home, variables }: Machine) {
  const { join } = platform === 'win32' ? win32 : posix
  const variable = (name: string, ...otherwise: string[]) => variables[name] || join(home, ...otherwise)
  const inFolder = (folder: string, name: string): HostPlace => ({ folder, file: join(folder, name) })
  const [config, isMac] = [variable('XDG_CONFIG_HOME', '.config'), platform === 'darwin']
  const roaming = platform === 'win32' ? variable('APPDATA', 'AppData', 'Roaming') : undefined
  const code = roaming ?? (isMac ? join(home, 'Library', 'Application Support') : config)
  const zed = roaming ? join(roaming, 'Zed') : join(isMac ? join(home, '.config') : config, 'zed')
  const claude = variable('CLAUDE_CONFIG_DIR', '.claude')
  const openclaw = variable('OPENCLAW_STATE_DIR', '.openclaw')
  return {
    join,
    /** The folder of skills that all hosts except Claude Code read. */
    skills: join(home, '.agents', 'skills'),
    'claude-code': { folder: claude, file: join(variable('CLAUDE_CONFIG_DIR'), '.claude.json') },
    codex: inFolder(variable('CODEX_HOME', '.codex'), 'config.toml'),
    'copilot-cli': inFolder(variable('COPILOT_HOME', '.copilot'), 'mcp-config.json'),
    cursor: inFolder(join(home, '.cursor'), 'mcp.json'),
    gemini: inFolder(join(variable('GEMINI_CLI_HOME'), '.gemini'), 'settings.json'),
    openclaw: {
      folder: openclaw,
      file: variables['OPENCLAW_CONFIG_PATH'] || join(openclaw, 'openclaw.json'),
    },
    opencode: inFolder(join(config, 'opencode'), 'opencode.json'),
    vscode: inFolder(join(code, 'Code', 'User'), 'mcp.json'),
    zed: inFolder(zed, 'settings.json'),
  }
}
