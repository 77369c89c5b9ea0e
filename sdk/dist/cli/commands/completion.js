import { CallFault } from '../command.js';
import { SCENARIOS } from '../scenarios.js';
export function completionOf(commands) {
    return {
        name: 'completion',
        words: ['completion'],
        arguments: ['SHELL'],
        summary: 'Completion for bash, zsh or fish',
        options: {},
        async run({ terminal, arguments: [shell] }) {
            const made = {
                bash: () => bash(commands),
                zsh: () => `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`,
                fish: () => fish(commands),
            }[shell];
            if (!made)
                throw new CallFault(`${shell}: there is completion for bash, zsh and fish`);
            terminal.out(made());
            return 0;
        },
    };
}
const optionsOf = ({ options }) => [...Object.keys(options), 'json', 'url', 'help'].map((name) => `--${name}`);
function bash(commands) {
    const first = [...new Set(commands.map(({ words }) => words[0]))];
    const cases = commands.map((command) => {
        const more = command.name === 'trigger' ? Object.keys(SCENARIOS) : [];
        return `    "${command.name}"*) words="${[...more, ...optionsOf(command)].join(' ')}";;`;
    });
    const second = first.flatMap((word) => {
        const under = commands.flatMap(({ words }) => (words[0] === word && words[1] ? [words[1]] : []));
        return under.length > 0 ? [`    "${word}") words="${under.join(' ')}";;`] : [];
    });
    return `_tollgate() {
  local words="${first.join(' ')}" said="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  case "$said" in
    "") ;;
${[...second, ...cases].join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _tollgate tollgate`;
}
function fish(commands) {
    return commands
        .flatMap((command) => {
        const [first, second] = command.words;
        const quoted = (text) => `'${text.replaceAll("'", "\\'")}'`;
        const said = `__fish_seen_subcommand_from ${first}`;
        const word = second === undefined ? `-n __fish_use_subcommand -a ${first}` : `-n ${quoted(said)} -a ${second}`;
        const options = Object.entries(command.options).map(([name, { text }]) => `complete -c tollgate -n ${quoted(said)} -l ${name} -d ${quoted(text)}`);
        return [`complete -c tollgate -f ${word} -d ${quoted(command.summary)}`, ...options];
    })
        .join('\n');
}
