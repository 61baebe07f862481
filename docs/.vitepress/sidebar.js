/** @param {Record<string, string>} pages titles by URL */
const items = (pages) => Object.entries(pages).map(([link, text]) => ({ text, link }))

/** The pages in the order in which a newcomer needs them. Other pages are reached by links and search. */
export const sidebar = [
  {
    text: 'Begin',
    items: items({
      '/': 'Understand Recallite',
      '/start/person': 'Search your notes',
      '/start/agent': 'Give your agent a memory',
      '/start/program': 'Search from a program',
    }),
  },
  {
    text: 'Hosts',
    items: items({
      '/hosts/': 'All hosts',
      '/hosts/openclaw': 'OpenClaw',
    }),
  },
  {
    text: 'Guides',
    items: items({
      '/models': 'Models and providers',
      '/notes': 'Notes with links and tags',
      '/records': 'Records',
      '/import': 'Coming from another program',
      '/window': 'View a memory in the browser',
      '/tuning': 'Tuning',
      '/evaluation': 'Evaluation',
      '/scale': 'Scale',
      '/platforms': 'Linux, macOS and Windows',
      '/SECURITY': 'Security',
      '/troubleshooting': 'Troubleshooting',
      '/faq': 'FAQ',
      '/comparison': 'Comparison',
    }),
  },
  {
    text: 'References',
    items: items({
      '/reference': 'All references',
      '/apps/cli/COMMANDS': 'Commands',
      '/apps/cli/SETTINGS': 'Settings',
      '/apps/cli/TOOLS': 'Tools for agents',
      '/apps/cli/REST': 'REST',
      '/packages/core/': 'Library',
      '/changes': 'Changes',
    }),
  },
]
