/* Made from console/src by npm run generate. */
import{P as r,j as o,oa as t,pa as l,ra as m,z as e}from"./chunk-2QXOXKWN.js";var i=document.getElementById("console");if(i===null)throw new Error("The page has no place for the console.");o();r();setInterval(()=>{document.visibilityState==="visible"&&(e.value=Date.now())},1e3);m(l(t,null),i);
