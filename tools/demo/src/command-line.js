const plainWord = /^[\w./~:=@%+-]+$/

/** @param {string} word */
function quoted(word) {
  return plainWord.test(word) ? word : `"${word.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`
}

/**
 * The program's arguments as a person types them, in this repository and a POSIX shell.
 * @param {readonly string[]} args
 */
export function commandLine(args) {
  return ['pnpm', 'recallite', ...args.map(quoted)].join(' ')
}
