/* Made from console/src by npm run generate. */
import{ha as e}from"./chunk-DX34TPEK.js";var s=t=>{let r=Array.from(t).length;if(t.trim()==="")return"Give a name.";if(r>200)return`A name has at most 200 characters; this one has ${r}.`};var m=(t,r)=>{let n=t.trim().toLowerCase();return r.find(({name:o})=>o.toLowerCase()===n)?.id??e(t)};export{s as a,m as b};
