function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/u))
}

/** Programs that nobody writes about without a command line at hand. */
const tools = setOf(`
awk cat cd chmod chown clang cp curl cut dd df du ffmpeg ffprobe find g++ gcc grep gzip head javac kill ln ls lsof mkdir
mount mv nc netstat nmap openssl pip ping ps rg rm rsync scp sed sort ss ssh ssh-keygen sudo systemctl tail tar tcpdump
tee touch tr uname unzip wc wget which xargs xcodebuild zip
`)

/** Programs that are subjects as well: `docker -compose` means what it says, `docker run -itd` is a command. */
const platforms = setOf(`
apt brew bun cargo conda deno docker gh git go gradle helm java kubectl make mvn node npm npx nginx openssl php pip pnpm
podman psql python python3 ruby terraform uv yarn
`)
const subcommands = setOf(`
add apply build checkout clean commit create delete deploy describe destroy diff exec fetch get import init install log
logs merge plan ps publish pull push rebase remove rm run show start status stop test up vet
`)

/** Words that stand behind one dash on command lines far more often than in questions. */
const flagWords = setOf(`
classpath depth exec file force help iname jar maxdepth mindepth mtime name nodes noout out output path print quiet
recurse recursive silent stdin stdout type verbose version
`)
const tarLetters = /^(?=[cjtvxz]*[fv])[cfjtvxz]{3,5}$/u
/** `./run`, `/usr/bin/x`, `~/x`, `$x`, `build.sh`, PowerShell's `Get-ChildItem`. */
const programPath = /^(?:\.{0,2}\/|\.$|~|\$|[A-Z][a-z]+-[A-Z])|\.(?:bat|cmd|exe|pl|ps1|py|sh)$/u

/** Whether a word behind one dash is rather a flag, to judge by the two words before it, the nearer one first. */
export function isFlag(word: string, [before = '', earlier = '']: readonly string[]): boolean {
  if (flagWords.has(word.toLowerCase()) || tarLetters.test(word)) return true
  if (tools.has(before) || programPath.test(before)) return true
  return subcommands.has(before) && (platforms.has(earlier) || tools.has(earlier))
}
