within Dashpot;
package Hydraulics "Fluid power"
end Hydraulics;
