/* Made from console/src by npm run generate. */
import{Ia as e,Ja as l,L as r,La as m,j as o}from"./chunk-SVRLZNJB.js";var t=document.getElementById("console");if(t===null)throw new Error("The page has no place for the console.");o();r();m(l(e,null),t);
