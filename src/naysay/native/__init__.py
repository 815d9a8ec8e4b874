"""What all compiled code shares: how functions are compiled and cached, instructions on masks, random numbers."""
