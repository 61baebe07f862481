import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { runHere } from '../../__fixtures__/run-here.js'

/** Files of hosts as people have them: with comments, other servers and secrets; by path below the home folder. */
export const hostFiles: Readonly<Record<string, string>> = {
  '.claude.json': `{
  "numStartups": 41,
  "oauthAccount": { "emailAddress": "sam@example.org" },
  "mcpServers": {
    "github": {
      "type": "http",
      "url": "https://mcp.example.org",
      "headers": { "Authorization": "Bearer SECRET-1" }
    }
  },
  "projects": {
    "/work/app": { "allowedTools": [], "history": [] }
  }
}
`,
  '.claude/settings.json': `{
  "permissions": { "allow": ["Bash(npm test:*)"] },
  "hooks": {
    "UserPromptSubmit": [
      { "hooks": [{ "type": "command", "command": "date" }] }
    ]
  }
}
`,
  '.codex/config.toml': `# My Codex
model = "gpt-5.5"
approval_policy = "on-request"   # ask first

[mcp_servers.context7]
command = "npx"
args = ["-y", "context7"]
env = { TOKEN = "SECRET-2" }

[projects."/work/app"]
trust_level = "trusted"
`,
  '.copilot/mcp-config.json': `{
    "mcpServers": {}
}
`,
  '.cursor/mcp.json': `{"mcpServers":{"db":{"command":"db-mcp","env":{"KEY":"SECRET-3"}}}}`,
  '.gemini/settings.json': `{
  "security": { "auth": { "selectedType": "oauth-personal" } },
  "ui": { "theme": "GitHub" }
}`,
  '.openclaw/openclaw.json': `{
  // The agent's workspace
  "agents": { "defaults": { "workspace": "/work/claw" } },
  "gateway": { "auth": { "mode": "token", "token": "SECRET-4" } },
}
`,
  '.config/opencode/opencode.jsonc': `{
	"$schema": "https://opencode.ai/config.json",
	// Models
	"model": "anthropic/claude-sonnet-4-5",
	"mcp": {
		"jira": { "type": "remote", "url": "https://jira.example.org/mcp" }, // work
	},
}
`,
  '.config/Code/User/mcp.json': `{
	"servers": {
		"fetch": {
			"type": "stdio",
			"command": "uvx",
			"args": ["mcp-server-fetch"]
		}
	},
	"inputs": []
}`,
  '.config/zed/settings.json': `// Zed settings
//
// For information on how to configure Zed, see the Zed documentation.
{
  "ui_font_size": 16,
  "theme": {
    "mode": "system",
    /* by day */ "light": "One Light",
    "dark": "One Dark", // by night
  },
}
`,
}

/** The file of each host with its MCP servers. */
export const serverFiles: Readonly<Record<string, string>> = {
  'claude-code': '.claude.json',
  codex: '.codex/config.toml',
  'copilot-cli': '.copilot/mcp-config.json',
  cursor: '.cursor/mcp.json',
  gemini: '.gemini/settings.json',
  openclaw: '.openclaw/openclaw.json',
  opencode: '.config/opencode/opencode.jsonc',
  vscode: '.config/Code/User/mcp.json',
  zed: '.config/zed/settings.json',
}

/** Variables that would lead to other folders than those below the home folder. */
const unset = Object.fromEntries(
  [
    'XDG_CONFIG_HOME APPDATA CLAUDE_CONFIG_DIR CODEX_HOME COPILOT_HOME GEMINI_CLI_HOME',
    'OPENCLAW_STATE_DIR OPENCLAW_CONFIG_PATH NO_COLOR FORCE_COLOR',
  ].flatMap((names) => names.split(' ').map((name) => [name, ''])),
)

/** A home folder with these files, and the program to run in it. */
export function hostMachine(files: Readonly<Record<string, string | Uint8Array>> = hostFiles) {
  const home = temporaryFolder()
  const env = { ...unset, HOME: home, PATH: '/nowhere' }
  const write = (path: string, content: string | Uint8Array, mode = 0o644): void => {
    const full = join(home, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, content)
    chmodSync(full, mode)
  }
  for (const [path, content] of Object.entries(files)) write(path, content)
  return {
    home,
    env,
    write,
    read: (path: string): string => readFileSync(join(home, path), 'utf8'),
    run: (...args: string[]) => runHere(args, { cwd: home, env }),
    /** Every file and folder with its permissions and content. */
    tree: (): Readonly<Record<string, string>> =>
      Object.fromEntries(
        readdirSync(home, { recursive: true, encoding: 'utf8' })
          .toSorted()
          .map((path) => {
            const stats = lstatSync(join(home, path))
            const content = stats.isFile() ? readFileSync(join(home, path)).toString('latin1') : ''
            return [path, `${(stats.mode & 0o777).toString(8)} ${content}`]
          }),
      ),
  }
}
