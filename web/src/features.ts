// The parts of the page. Each registers its panels, commands and views when it is imported; a part that is not listed is not there.
import "./app/register";
import "./palette/register";
import "./canvas/register";
import "./text/register";
import "./run/register";
import "./plots/register";
import "./parameters/register";
import "./problems/register";
import "./files/register";
import "./start/register";
import "./live/register";
import "./analysis/register";
