export {html, svg, nothing, render, LitElement} from 'lit';
export {repeat} from 'lit/directives/repeat.js';
export {classMap} from 'lit/directives/class-map.js';
export {live} from 'lit/directives/live.js';
