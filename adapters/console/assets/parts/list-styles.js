// @ts-check
// The styles of lists and of the tray of uploads, for the modules that draw them.

import rules from '../lists.css';
import './more-styles.js';
import {addStyles} from './styles.js';

addStyles(rules);
