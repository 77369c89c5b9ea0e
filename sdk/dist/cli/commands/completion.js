import{CallFault as e}from"../command.js";import{SCENARIOS as t}from"../scenarios.js";import{tell as n}from"../terminal.js";export function completionOf(t){return{name:`completion`,words:[`completion`],arguments:[`SHELL`],summary:`Completion for bash, zsh or fish`,options:{},async run({terminal:r,arguments:[i]}){let s={bash:()=>a(t),zsh:()=>`autoload -U +X bashcompinit && bashcompinit\n${a(t)}`,fish:()=>o(t)}[i];if(!s)throw new e(`${i}: there is completion for bash, zsh and fish`);let c=s();return n(r,{shell:i,script:c},c),0}}}const r=({name:e})=>e===`trigger`?Object.entries(t).map(([e,{summary:t}])=>[e,t]):e===`completion`?[`bash`,`zsh`,`fish`].map(e=>[e,`a shell`]):[],i=({options:e})=>[...Object.keys(e),`json`,`url`,`help`].map(e=>`--${e}`);function a(e){let t=[...new Set(e.map(({words:e})=>e[0]))],n=e.map(e=>{let t=r(e).map(([e])=>e);return`    "${e.name}"*) words="${[...t,...i(e)].join(` `)}";;`}),a=t.flatMap(t=>{let n=e.flatMap(({words:e})=>e[0]===t&&e[1]?[e[1]]:[]);return n.length>0?[`    "${t}") words="${n.join(` `)}";;`]:[]});return`_tollgate() {
  local words="${t.join(` `)}" said="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  case "$said" in
    "") ;;
${[...a,...n].join(`
`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _tollgate tollgate`}function o(e){return e.flatMap(e=>{let[t,n]=e.words,i=e=>`'${e.replaceAll(`'`,`\\'`)}'`,a=`__fish_seen_subcommand_from ${t}`,o=n===void 0?`-n __fish_use_subcommand -a ${t}`:`-n ${i(a)} -a ${n}`,s=Object.entries(e.options).map(([e,{text:t}])=>`complete -c tollgate -n ${i(a)} -l ${e} -d ${i(t)}`),c=r(e).map(([e,t])=>`complete -c tollgate -f -n ${i(a)} -a ${e} -d ${i(t)}`);return[`complete -c tollgate -f ${o} -d ${i(e.summary)}`,...c,...s]}).join(`
`)}
