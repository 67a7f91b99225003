/* Made from console/src by npm run generate. */
import{B as r,U as l,ia as t,k as o,ka as i,m as e}from"./chunk-DX34TPEK.js";var m=document.getElementById("console");if(m===null)throw new Error("The page has no place for the console.");o();l();setInterval(()=>{document.visibilityState==="visible"&&(r.value=Date.now())},1e3);i(e(t,{}),m);
