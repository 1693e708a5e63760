### detector
