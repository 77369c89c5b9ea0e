import{CallFault as e}from"../command.js";import{SCENARIOS as t}from"../scenarios.js";export function completionOf(t){return{name:`completion`,words:[`completion`],arguments:[`SHELL`],summary:`Completion for bash, zsh or fish`,options:{},async run({terminal:n,arguments:[a]}){let o={bash:()=>r(t),zsh:()=>`autoload -U +X bashcompinit && bashcompinit\n${r(t)}`,fish:()=>i(t)}[a];if(!o)throw new e(`${a}: there is completion for bash, zsh and fish`);return n.out(o()),0}}}const n=({options:e})=>[...Object.keys(e),`json`,`url`,`help`].map(e=>`--${e}`);function r(e){let r=[...new Set(e.map(({words:e})=>e[0]))],i=e.map(e=>{let r=e.name===`trigger`?Object.keys(t):[];return`    "${e.name}"*) words="${[...r,...n(e)].join(` `)}";;`}),a=r.flatMap(t=>{let n=e.flatMap(({words:e})=>e[0]===t&&e[1]?[e[1]]:[]);return n.length>0?[`    "${t}") words="${n.join(` `)}";;`]:[]});return`_tollgate() {
  local words="${r.join(` `)}" said="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  case "$said" in
    "") ;;
${[...a,...i].join(`
`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _tollgate tollgate`}function i(e){return e.flatMap(e=>{let[t,n]=e.words,r=e=>`'${e.replaceAll(`'`,`\\'`)}'`,i=`__fish_seen_subcommand_from ${t}`,a=n===void 0?`-n __fish_use_subcommand -a ${t}`:`-n ${r(i)} -a ${n}`,o=Object.entries(e.options).map(([e,{text:t}])=>`complete -c tollgate -n ${r(i)} -l ${e} -d ${r(t)}`);return[`complete -c tollgate -f ${a} -d ${r(e.summary)}`,...o]}).join(`
`)}
