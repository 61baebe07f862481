import { flagSyntax } from '@recallite/command-line'
import { settingEntries, variablesOf, type Setting } from '@recallite/settings'

const opening = `# Settings

Made from the table of settings; \`recallite config\` shows what is in force, and where each value comes from.

Each of these places says what it wants to say, over those before it:

1. what is built in
2. the user file: \`~/.recallite/config.yaml\`, \`.yml\` or \`.json\`
3. the workspace file: the nearest \`.recallite.yaml\`, \`.yml\` or \`.json\` in the working folder or one around it, up to the
   home folder or a folder with \`.git\`; or the file that \`--config FILE\` names
4. \`agents.defaults\` of both files, then \`agents.<id>\` of both files, for the agent that \`--agent\` names; the same keys
5. environment variables, the first of those named here that is set; lists are separated by commas, or JSON
6. flags

\`\`\`yaml
# ~/.recallite/config.yaml
provider: openai
query:
  maxResults: 10
agents:
  research:
    extraPaths: [~/papers]
\`\`\`

Lists replace lists. In files \`\${NAME}\` stands for an environment variable, in paths and addresses, and \`$\${\` for itself;
a path or glob may start with \`~/\`, and a relative one starts from the file's folder. \`recallite config\` shows
variables by name. Keys are never written into files: \`apiKey\` names the variable that holds it, and counts for more than
\`OPENAI_API_KEY\`, \`GEMINI_API_KEY\` and \`GOOGLE_API_KEY\`.

What a workspace file names (\`extraPaths\`, \`sessions.path\`, \`store.path\`) belongs to the memory of its project; what the user file names
to the user's own memory. Inside a project \`--scope user\` leaves the workspace file aside.

A workspace file may come with a folder from elsewhere. It may not

- set what is marked "user file only", or name addresses of other machines
- name variables, other than the usual ones as keys
- name paths and globs outside of its own folder, links followed, or with \`~\`
- name a backend that embeds documents in place of one that fails: a fallback or chain of its own answers queries alone
- have conversations indexed that you did not ask for (\`sessions\`), other than those in its own folder
- send texts to another machine where the user file keeps them on this one, by its provider or by a chain all of whose links
  do: provider, fallback or chain of OpenAI, Gemini or an Ollama elsewhere, and \`auto\`, are then for flags, variables
  and the user file to say

Until you say \`recallite trust FOLDER\`, it also may not

- name addresses of services, or a model outside of your models folder
- have a database hold folders outside of its own: those do not exist in it

Where the user file says nothing, a workspace file may choose such a provider; host and amount are announced before texts
are sent.

[schemas/settings.schema.json](schemas/settings.schema.json) describes the files for editors.
`

/** Every setting as a page of Markdown. */
export function settingsReference(): string {
  const head = ['| setting | meaning | must be | default | variables and flag |', '|---|---|---|---|---|']
  return `${opening}\n${[...head, ...settingEntries.map(([key, setting]) => row(key, setting))].join('\n')}\n`
}

function row(key: string, setting: Setting): string {
  const { help, schema, flag, isUserOnly } = setting
  const sources = [
    ...variablesOf(key, setting).map(code),
    ...(flag === undefined ? [] : [code(flagSyntax(flag))]),
  ]
  const meaning = `${help}${isUserOnly ? ' (user file only)' : ''}`
  return `| ${code(key)} | ${cell(meaning)} | ${cell(schema.message)} | ${formatDefault(setting.default)} | ${sources.join(', ')} |`
}

function code(text: string): string {
  return `\`${cell(text)}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function formatDefault(value: Setting['default']): string {
  if (value === undefined) return ''
  return code(typeof value === 'string' ? value : JSON.stringify(value))
}
