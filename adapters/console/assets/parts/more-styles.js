// @ts-check
// The styles of dialogs, fields, panels and cards, for the modules that draw them.

import rules from '../more.css';
import {addStyles} from './styles.js';

addStyles(rules);
