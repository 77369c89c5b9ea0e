// completion: the words and options of every command, for the shell: `source <(tollgate completion bash)`.
import { CallFault, type Command } from '../command.ts';
import { SCENARIOS } from '../scenarios.ts';
import { tell } from '../terminal.ts';

export function completionOf(commands: readonly Command[]): Command {
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
      }[shell!];
      if (!made) throw new CallFault(`${shell}: unknown shell; there is completion for bash, zsh and fish`);
      const script = made();
      tell(terminal, { shell, script }, script);
      return 0;
    },
  };
}

/** The values that the first argument may have, each with its description. */
const valuesOf = ({ name }: Command): (readonly [value: string, text: string])[] => {
  if (name === 'trigger') return Object.entries(SCENARIOS).map(([one, { summary }]) => [one, summary]);
  return name === 'completion' ? ['bash', 'zsh', 'fish'].map((shell) => [shell, 'a shell']) : [];
};

const optionsOf = ({ options }: Command) =>
  [...Object.keys(options), 'json', 'url', 'help'].map((name) => `--${name}`);

function bash(commands: readonly Command[]): string {
  const first = [...new Set(commands.map(({ words }) => words[0]!))];
  const cases = commands.map((command) => {
    const more = valuesOf(command).map(([value]) => value);
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

function fish(commands: readonly Command[]): string {
  return commands
    .flatMap((command) => {
      const [first, second] = command.words;
      const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
      const said = `__fish_seen_subcommand_from ${first}`;
      const word =
        second === undefined ? `-n __fish_use_subcommand -a ${first}` : `-n ${quoted(said)} -a ${second}`;
      const options = Object.entries(command.options).map(
        ([name, { text }]) => `complete -c tollgate -n ${quoted(said)} -l ${name} -d ${quoted(text)}`,
      );
      const values = valuesOf(command).map(
        ([value, text]) => `complete -c tollgate -f -n ${quoted(said)} -a ${value} -d ${quoted(text)}`,
      );
      return [`complete -c tollgate -f ${word} -d ${quoted(command.summary)}`, ...values, ...options];
    })
    .join('\n');
}
